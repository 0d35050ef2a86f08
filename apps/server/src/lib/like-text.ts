/** Escapes a text for `like`, so that it matches literally. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')
