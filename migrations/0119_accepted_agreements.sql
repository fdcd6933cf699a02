-- How many have accepted a version.
CREATE INDEX agreement_acceptances_by_version ON agreement_acceptances (document, version, member_id);
