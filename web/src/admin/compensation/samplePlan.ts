/** Plan for tests, with every kind of component and need, in the format of docs/plans.md. */
export const samplePlan = {
  name: 'Rencana 2027',
  point_value_rp: 5000,
  cap_percent: '40',
  member_cap_rp: null,
  boundary_rank: 'manager',
  ranks: [
    { code: 'member', name: 'Anggota', keeps: 'period', needs: [] },
    {
      code: 'builder',
      name: 'Builder',
      keeps: 'period',
      needs: [
        { metric: 'pv', volume: 'both', at_least: 20 },
        { metric: 'leg_gv', nth: 2, volume: 'a', at_least: 1500 },
      ],
    },
    {
      code: 'manager',
      name: 'Manager',
      keeps: 'for_ever',
      needs: [
        { metric: 'legs_with_rank', rank: 'builder', at_least: 2 },
        { metric: 'total_gv', at_least: 10_000 },
      ],
    },
  ],
  components: [
    {
      code: 'personal',
      name: 'Bonus pribadi',
      kind: 'personal',
      volume: 'a',
      rate: '12.5',
      needs: [],
    },
    {
      code: 'level',
      name: 'Bonus tingkat',
      kind: 'level',
      volume: 'a',
      rates: ['8', '5', '3.25'],
      compression: true,
      needs: [{ metric: 'pv', volume: 'both', at_least: 20 }],
    },
    {
      code: 'group',
      name: 'Bonus grup',
      kind: 'differential',
      volume: 'b',
      rates: { member: '3', builder: '9', manager: '15' },
      pass_up: true,
      needs: [],
    },
    {
      code: 'generation',
      name: 'Bonus generasi',
      kind: 'generation',
      volume: 'b',
      rates: ['5', '3', '1'],
      needs: [{ metric: 'rank', rank: 'manager' }],
    },
    {
      code: 'pool',
      name: 'Dana bersama',
      kind: 'pool',
      volume: 'both',
      percent: '2',
      shares: { manager: 1 },
      needs: [],
    },
  ],
};
