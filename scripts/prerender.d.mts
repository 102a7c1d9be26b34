import type { InlineConfig } from 'vite'

/** @throws Error when the build has no form, or the form needs what the policy of the page refuses */
export function prerender(
  root: string,
  client: string,
  build: (config: InlineConfig) => Promise<unknown>,
): Promise<void>
