/** Optional +, then 7 to 20 of digits, spaces, ( ) - . with at least 7 digits (D-026). What was typed is kept as it is. */
const PHONE_PATTERN = /^\+?(?=(?:[^0-9]*[0-9]){7})[0-9 ()\-.]{7,20}$/

export const isPhone = (text: string): boolean => PHONE_PATTERN.test(text)
