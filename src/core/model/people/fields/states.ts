// States and provinces of the countries that have a list of them (D-029).

/** Names by code, as the post of each country writes them. */
export const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: {
    AB: 'Alberta', BC: 'British Columbia', MB: 'Manitoba', NB: 'New Brunswick', NL: 'Newfoundland and Labrador',
    NT: 'Northwest Territories', NS: 'Nova Scotia', NU: 'Nunavut', ON: 'Ontario', PE: 'Prince Edward Island',
    QC: 'Quebec', SK: 'Saskatchewan', YT: 'Yukon',
  }, // biome-ignore format: as on a form
  US: {
    AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
    DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho',
    IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine',
    MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri',
    MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico',
    NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon',
    PA: 'Pennsylvania', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas',
    UT: 'Utah', VT: 'Vermont', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
  }, // biome-ignore format: as on a form
}

/**
 * A state by its code, as the list of its country has it, where it was written as a name or in other letters; as it was
 * written where there is no such one.
 */
export function stateIn(country: string, written: string): string {
  const wanted = written.trim().toLowerCase()
  const found = Object.entries(STATES[country] ?? {}).find((names) =>
    names.some((name) => name.toLowerCase() === wanted),
  )
  return found?.[0] ?? written
}

/** What the server says of one that is none of the list. */
export const STATE_WRONG = 'Please choose a state of this country'

/** What is wrong with a state or province: of a country with a list it is one of that; null when nothing is. */
export function stateFault(country: string, state: string): 'missing' | 'wrong' | null {
  const states = STATES[country]
  if (states === undefined || Object.hasOwn(states, state)) return null
  return state === '' ? 'missing' : 'wrong'
}
