/** What a masked log says of settings: one alone is a text somebody typed, how files are named. A log of anybody's says of them what it likes. */
export function maskedSettings(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { downloads } = settings
  if (typeof downloads !== 'object' || downloads === null || !('nameTemplate' in downloads)) return settings
  return downloads.nameTemplate === '' ? settings : { ...settings, downloads: { ...downloads, nameTemplate: 'masked' } }
}
