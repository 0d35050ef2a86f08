type Options = { replace?: boolean | undefined }
type Go<S> = (to: { search: (before: S) => S; replace: boolean | undefined; resetScroll: boolean }) => unknown

/**
 * Changes a page's search parameters based on their latest values, so that neither of two simultaneous changes is lost. Changes to
 * the `keepsPlace` fields, such as the open details beside a list, keep the scroll position; any other search starts at the top.
 */
export const changeSearch =
  <S extends object>(go: Go<S>, keepsPlace: readonly (keyof S)[] | 'always') =>
  (changes: S, options?: Options): void =>
    void go({
      search: before => ({ ...before, ...changes }),
      replace: options?.replace,
      resetScroll: keepsPlace !== 'always' && !keepsPlace.some(field => field in changes),
    })
