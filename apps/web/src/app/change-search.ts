type Options = { replace?: boolean | undefined }
type Navigate<S> = (to: {
  search: (before: S) => S
  replace: boolean | undefined
  resetScroll: boolean
}) => unknown

/** Neither of two simultaneous changes is lost. Changes to the `keepsScroll` fields keep the scroll position; others start at the top. */
export const changeSearch =
  <S extends object>(navigate: Navigate<S>, keepsScroll: readonly (keyof S)[] | 'always') =>
  (changes: S, options?: Options): void =>
    void navigate({
      search: previous => ({ ...previous, ...changes }),
      replace: options?.replace,
      resetScroll: keepsScroll !== 'always' && !keepsScroll.some(field => field in changes),
    })
