/** A text in which `like` finds nothing but its letters. */
export const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')
