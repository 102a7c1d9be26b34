// What the build leaves out of packages because nobody here needs it, and they do not say so themselves.
import { fileURLToPath } from 'node:url'

/**
 * Methods of i18next that answer what is not asked here, by their classes: words come with scripts of their own and not
 * by a backend, there is one instance, and nobody asks what a code or a key could have been. Where one is called after
 * all, that is an error, not another text.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const UNASKED = {
  ResourceStore: ['addResources'],
  Translator: ['exists', 'getUsedParamsDetails'],
  LanguageUtil: ['deprecateBareCode'],
  PluralResolver: ['needsPlural', 'getPluralFormsOfKey', 'getSuffixes'],
  Connector: [
    ...['queueLoad', 'loaded', 'read', 'prepareLoading', 'load', 'reload', 'noticeDevFallback', 'loadOne'],
    'saveMissing',
  ],
  I18n: ['hydrate', 'loadLanguages', 'dir', 'cloneInstance', 'toJSON'],
}

/** As long as it was, in as many lines: the source map stays right. */
const blank = (text) => text.replace(/\S/g, ' ')

/** @type {import('vite').Plugin} */
export const lean = {
  name: 'lean',
  apply: 'build',
  enforce: 'pre',
  // The package names its development build alone, which differs in what it tells developers.
  resolveId: (source) =>
    source === 'react-router' || source === 'react-router/dom'
      ? fileURLToPath(
          new URL(
            `../node_modules/react-router/dist/production/${source.endsWith('/dom') ? 'dom-export' : 'index'}.mjs`,
            import.meta.url,
          ),
        )
      : null,
  transform: {
    filter: { id: /node_modules\/(yup\/index\.esm|i18next\/dist\/esm\/|hoist-non-react-statics\/|react-is\/)/ },
    // yup lets `instanceof` take its functions for classes: schemas of numbers, dates and lists would all come along.
    // formik wraps components of which none is used here.
    handler(code, id) {
      if (id.includes('/i18next/')) return { code: withoutMethods(code, this.parse(code)), map: null }
      return id.includes('/yup/')
        ? { code: code.replace(/^(create(\$\d)?\.prototype|DateSchema\.INVALID_DATE) = \S+;$/gm, blank), map: null }
        : { code, map: null, moduleSideEffects: false }
    },
  },
}

/** @throws Error when the package has a class or a method no more, and what is named above is to be looked at again */
function withoutMethods(code, { body }) {
  const classes = body.filter(({ type }) => type === 'ClassDeclaration')
  return Object.entries(UNASKED)
    .flatMap(([name, methods]) => {
      const members = classes.find(({ id }) => id?.name === name)?.body.body ?? []
      return methods.map((method) => {
        const found = members.find(({ type, key }) => type === 'MethodDefinition' && key.name === method)
        if (!found) throw new Error(`i18next has no ${name}.${method} to leave out`)
        return found
      })
    })
    .reduce((text, { start, end }) => text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end), code)
}
