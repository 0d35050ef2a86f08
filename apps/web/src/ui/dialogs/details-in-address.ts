type Search<Field extends string> = { [field in Field]?: string | undefined }

/**
 * Details of a row that are kept in the address, under one field of the search: `details.row(id)` is for the row,
 * `details.drawer` for `DetailDrawer`. Going back closes them.
 */
export function detailsInAddress<Field extends string>(
  field: Field,
  search: Search<Field>,
  onSearch: (changes: Search<Field>, options: { replace: boolean }) => void,
) {
  const openId = search[field]
  const go = (id: string | undefined, replace: boolean) =>
    onSearch({ [field]: id } as Search<Field>, { replace })
  return {
    openId,
    row: (id: string) => ({
      isOpen: id === openId,
      // From one to the next is no further step to come back from.
      onOpen: () => go(id, openId !== undefined),
    }),
    drawer: { opened: openId !== undefined, onClose: () => go(undefined, true), of: openId },
  }
}
