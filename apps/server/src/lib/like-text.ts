/** Escapes a text for `like`, so that it matches literally. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
