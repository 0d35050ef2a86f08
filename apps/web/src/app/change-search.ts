type Options = { replace?: boolean | undefined }
type Go<S> = (to: { search: (before: S) => S; replace: boolean | undefined; resetScroll: boolean }) => unknown

/**
 * How a page changes what the address says of it: onto what it says by then, so that of two changes at once none is lost. The
 * place on the page is kept by changes of these fields, as of what is open beside a list; any other search begins at the top.
 */
export const changeSearch =
  <S extends object>(go: Go<S>, keepsPlace: readonly (keyof S)[] | 'always') =>
  (changes: S, options?: Options): void =>
    void go({
      search: before => ({ ...before, ...changes }),
      replace: options?.replace,
      resetScroll: keepsPlace !== 'always' && !keepsPlace.some(field => field in changes),
    })
