/**
 * The page a promotional e-mail is shown in: a document of its own with a policy of its own, for a sandboxed
 * frame. It can run nothing and call nobody; pictures from elsewhere load only when the reader asked for them.
 */

const SHEET = `html{color-scheme:light;background:#fff}body{margin:0;padding:24px;background:#fff;color:#1a1c20;font:15px/24px Georgia,serif;overflow-wrap:break-word}img{max-width:100%;height:auto}table{max-width:100%}a{color:#2f5fe0}:focus-visible{outline:2px solid #2f5fe0;outline-offset:2px}@media(max-width:480px){body{padding:16px;overflow-wrap:anywhere}*{max-width:100%!important;min-width:0!important;white-space:normal!important}table,tbody,thead,tfoot,tr,td,th{display:block!important;width:auto!important;height:auto!important}}`

export interface PromoPage {
  readonly html: string
  /** Value of Content-Security-Policy. */
  readonly policy: string
}

/**
 * @param html of the mail, made harmless when it was stored
 * @param withImages whether pictures by `https:` may load
 */
export function promoPage(html: string, language: string, withImages: boolean): PromoPage {
  return {
    html: `<!doctype html><html lang="${/^[a-z-]{2,10}$/i.test(language) ? language : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>Promotional email</title><style>${SHEET}</style></head><body>${html}</body></html>`,
    policy: [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      ...(withImages ? ['img-src https:'] : []),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ].join('; '),
  }
}
