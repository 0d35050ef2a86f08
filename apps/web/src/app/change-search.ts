type Options = { replace?: boolean | undefined }
type Navigate<S> = (to: {
  search: (before: S) => S
  replace: boolean | undefined
  resetScroll: boolean
}) => unknown

/**
 * Returns a function that changes a page's search parameters based on their latest values, so that neither of two simultaneous
 * changes is lost. Changes to the `keepsScroll` fields, such as the open details beside a list, keep the scroll position; any other
 * change starts at the top.
 */
export const changeSearch =
  <S extends object>(navigate: Navigate<S>, keepsScroll: readonly (keyof S)[] | 'always') =>
  (changes: S, options?: Options): void =>
    void navigate({
      search: previous => ({ ...previous, ...changes }),
      replace: options?.replace,
      resetScroll: keepsScroll !== 'always' && !keepsScroll.some(field => field in changes),
    })
