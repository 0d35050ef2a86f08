/** Escapes a text for `like`, so that it only matches literally. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
