/** OIDs of the types both databases must read alike: bigint and numeric as JavaScript numbers. */
export const NUMBER_OIDS = { int8: 20, numeric: 1700 } as const
