-- Members whose tax number nobody has looked at.
CREATE INDEX members_by_unchecked_number ON members (id) WHERE tax_number_state = 'unchecked';
