/** A level, status or mark as a report writes it: `in_progress` is "In progress". */
export const levelWord = (value: string): string => {
  const words = value.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
