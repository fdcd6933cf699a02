//! Tree of leaders, stored so that a million members can be visited in either direction without recursion.

use super::engine::PayoutError;

/// Index that stands for no member, such as the leader of a member at the top.
pub(super) const NOBODY: u32 = u32::MAX;

/// The tree of leaders of a whole network, by index.
#[derive(Debug)]
pub(super) struct Network {
    /// Index of each member's leader.
    pub(super) leaders: Vec<u32>,
    /// Number of leaders above each member.
    pub(super) depths: Vec<u32>,
    /// Indexes of all members, top first; those of the same depth in ascending order.
    pub(super) top_down: Vec<u32>,
    followers: Groups,
}

impl Network {
    /// Creates the tree of these leaders.
    ///
    /// # Errors
    /// A leader who is not in the list, a cycle, or more members than 32 bits can count.
    pub(super) fn new(leaders: impl Iterator<Item = Option<usize>>) -> Result<Self, PayoutError> {
        let small = |number: usize| u32::try_from(number).ok().filter(|number| *number != NOBODY);
        let leaders = leaders.map(|leader| leader.map_or(Some(NOBODY), small).ok_or(PayoutError::Leader));
        let leaders = leaders.collect::<Result<Vec<u32>, _>>()?;
        let members = small(leaders.len()).ok_or(PayoutError::TooLarge)?;
        if leaders.iter().any(|leader| *leader != NOBODY && *leader >= members) {
            return Err(PayoutError::Leader);
        }
        let with_leader = (0..members).filter(|member| leaders[*member as usize] != NOBODY);
        let followers = Groups::new(leaders.len(), with_leader, |member| leaders[member as usize]);
        let mut depths = vec![0; leaders.len()];
        let mut found: Vec<u32> = (0..members).filter(|member| leaders[*member as usize] == NOBODY).collect();
        let mut next = 0;
        while let Some(&leader) = found.get(next) {
            for &follower in followers.of(leader as usize) {
                depths[follower as usize] = depths[leader as usize] + 1;
                found.push(follower);
            }
            next += 1;
        }
        if found.len() < leaders.len() {
            return Err(PayoutError::Cycle);
        }
        let deepest = found.last().map_or(0, |member| depths[*member as usize] as usize);
        let top_down = Groups::new(deepest + 1, 0..members, |member| depths[member as usize]).items;
        Ok(Self { leaders, depths, top_down, followers })
    }

    /// Lists a member's direct followers, in the order of their indexes.
    pub(super) fn followers(&self, leader: usize) -> impl Iterator<Item = usize> {
        self.followers.of(leader).iter().map(|follower| *follower as usize)
    }

    /// Lists the indexes of all members, top first.
    pub(super) fn top_down(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.top_down.iter().map(|member| *member as usize)
    }

    /// Returns, for each member, the nearest member above for whom `is_wanted` is true; [`NOBODY`] if there is none.
    pub(super) fn nearest_above(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<u32> {
        let mut nearest = vec![NOBODY; self.leaders.len()];
        for member in self.top_down() {
            let leader = self.leaders[member];
            if leader != NOBODY {
                nearest[member] = if is_wanted(leader as usize) { leader } else { nearest[leader as usize] };
            }
        }
        nearest
    }

    /// Returns, for each member, the nearest member above with a higher step; [`NOBODY`] if there is none.
    ///
    /// Steps rise along a chain of these members, so the chain is at most as long as the number of different steps.
    pub(super) fn next_higher(&self, steps: &[u8]) -> Vec<u32> {
        let mut next = vec![NOBODY; steps.len()];
        for member in self.top_down() {
            let mut above = self.leaders[member];
            while above != NOBODY && steps[above as usize] <= steps[member] {
                above = next[above as usize];
            }
            next[member] = above;
        }
        next
    }
}

/// Indexes sorted into groups, in their original order within each group.
#[derive(Debug)]
struct Groups {
    items: Vec<u32>,
    /// Start of each group in `items`, and the end of the last as one more entry.
    starts: Vec<usize>,
}

impl Groups {
    fn new(groups: usize, items: impl Iterator<Item = u32> + Clone, group: impl Fn(u32) -> u32) -> Self {
        let mut starts = vec![0; groups + 1];
        for item in items.clone() {
            starts[group(item) as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut sorted = vec![0; starts[groups]];
        let mut free = starts.clone();
        for item in items {
            let index = &mut free[group(item) as usize];
            sorted[*index] = item;
            *index += 1;
        }
        Self { items: sorted, starts }
    }

    fn of(&self, group: usize) -> &[u32] {
        &self.items[self.starts[group]..self.starts[group + 1]]
    }
}
