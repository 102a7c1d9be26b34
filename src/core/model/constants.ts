/**
 * The named constants of the specification (decisions.md, Constants) that more than one room or a test from outside
 * uses, and the addresses a house sets for itself (D-068); what one room alone uses stands there, under the same name.
 * Durations are in the unit the name ends with; sizes in bytes unless the name says otherwise.
 */
export const API_BASE = '/api'
/** Time-out of a JSON call, and the stall limit between two chunks of a file (D-128). */
export const REQUEST_TIMEOUT_MS = 25_000

export const AUDIO_TOKEN_TTL_S = 3600
export const VERIFICATION_CODE_LENGTH = 5
export const VERIFICATION_RESEND_S = 30

export const PAGE_SIZE = 40
/** No list is said to have more than this: what goes from page to page of one comes to an end. */
export const LIST_TOTAL_MAX = 10_000_000
export const COLUMN_MIN_PX = 60
export const PROMO_PANEL_DEFAULT_PX = 568
export const PROMO_PANEL_NARROW_PX = 320
export const PROMO_PANEL_WIDE_PX = 860
export const BYTES_PER_MB = 1_048_576

/** Seconds; stands for "not known yet" until the element reports metadata (D-100). */
export const PLAYER_DURATION_DEFAULT = 1_000_000
export const VOLUME_DEFAULT = 50
export const AUTOPLAY_DEFAULT = true

export const DOWNLOAD_CONCURRENCY = 3
export const DOWNLOAD_CONCURRENCY_MAX = 6
export const ZIP_POLL_INTERVAL_MS = 5000
/** UTF-16 units a person's template for the names of songs may have. */
export const TEMPLATE_MAX = 200

export const PLAYLIST_NAME_MAX = 50
export const PLAYLIST_DESC_MAX = 100
/** The longest text playlists are looked for by, UTF-16 units: less than a name of long characters has. */
export const PLAYLIST_FILTER_MAX = 300
/** How long a card shows one picture of its playlist (PLAYLIST-030). */
export const CAROUSEL_INTERVAL_MS = 2000
export const SEARCH_BLOCK_ITEMS = 4
export const SEARCH_CATEGORY_LIMIT = 100
/** Different entries of a list in a query, as `genres`: four times what a filter holds (FILTER-016). The server takes no more. */
export const QUERY_LIST_MAX = 200
/** Longer texts are no search (UTF-16 units); the server takes none either. */
export const SEARCH_TERM_MAX = 300
/** The longest name of an artist or a label, UTF-16 units: what an import keeps of one. */
export const PROFILE_NAME_MAX = 500
export const SEARCH_OVERVIEW_LIMIT = 5
/** Results the top list mixes at most. */
export const SEARCH_TOP_MAX = 6
/** Up to here the totals of a search are counted. */
export const SEARCH_TOTAL_MAX = 1000
export const RECENT_SEARCHES_MAX = 15
/** Songs the history of this device remembers (D-109). */
export const RECENTLY_PLAYED_MAX = 200

export const NOTIFICATION_DISMISS_MS = 5000
export const NOTIFICATION_ERROR_DISMISS_MS = 10_000

/** Breakpoints in CSS pixels: mobile < 768 <= tablet < 1280 <= desktop (D-060). */
export const BP_MOBILE = 768
export const BP_1024 = 1024
export const BP_TABLET = 1280
export const BP_1440 = 1440

export const SUPPORT_EMAIL = 'support@player.example'
/** The name of the page's `meta` that holds the address of whoever runs the server, where that is another one. */
export const SUPPORT_META = 'support-email'
export const SUPPORT_URL = 'https://player.example/support'
export const PRIVACY_URL = 'https://player.example/privacy'
export const COMPANY_URL = 'https://player.example/company'
export const TERMS_URL = 'https://player.example/terms'
export const SIGNUP_SURVEY_URL = 'https://player.example/surveys/sign-up'
export const REQUEST_CONTENT_URL = 'https://player.example/request-content'
export const REQUEST_LIST_SURVEY_URL = 'https://player.example/surveys/new-list'
