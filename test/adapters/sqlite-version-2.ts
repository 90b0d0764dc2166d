import { VERSION_1 } from './sqlite-version-1.ts'

/** The tables of the second schema version, as they were. */
export const VERSION_2 = `${VERSION_1}
alter table accounts add column funded_micros integer not null default 0;
update accounts set funded_micros = balance_micros;
pragma user_version = 2;
`
