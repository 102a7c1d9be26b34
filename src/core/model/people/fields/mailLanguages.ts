/** Languages there are words of mails for (D-140); any other account gets them in the first of these. */
export const MAIL_LANGUAGES = ['en', 'fr', 'de', 'es', 'ar'] as const
