import { useField } from 'formik'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { STATES, stateIn } from '#core/model/people/fields/states.ts'
import type { FrameProps } from './Frame.tsx'
import { countryChoices, stateChoices } from './places.ts'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'

interface Props extends FrameProps {
  name: string
}

/** A country, by its name in the page's language; the value is its code. */
export function CountryField(props: Props) {
  const { i18n } = useTranslation()
  const choices = useMemo(() => countryChoices(i18n.language), [i18n.language])
  return <SelectField autoComplete="country" choices={choices} {...props} />
}

/**
 * A state or province from the list of its country; free text where there is none (SIGNUP-048, SIGNUP-049). What was
 * written before its country came, as password managers do, is looked for in the list.
 */
export function StateField({ country, ...props }: Props & { country: string }) {
  const [{ value }, , { setValue }] = useField<string>(props.name)
  const latest = useRef(setValue)
  latest.current = setValue
  const before = useRef(country)
  useEffect(() => {
    if (before.current === country) return
    // A code of one country's list says nothing in another.
    const isForeign = Object.hasOwn(STATES[before.current] ?? {}, value)
    before.current = country
    const found = stateIn(country, isForeign ? '' : value)
    if (found !== value) void latest.current(found)
  }, [country, value])
  const choices = stateChoices(country)
  return choices.length > 0 ? (
    <SelectField autoComplete="address-level1" choices={choices} {...props} />
  ) : (
    <TextField autoComplete="address-level1" {...props} />
  )
}
