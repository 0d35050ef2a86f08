import { IconChevronRight } from '@tabler/icons-react'
import classes from './documents.module.css'

type Props = {
  path: readonly { id: string; name: string }[]
  /** Leads to the files of all zones; undefined where there is no such page above the root. */
  onOpenAll?: (() => void) | undefined
  /** Opens a folder; the root where undefined. */
  onOpen: (folderId: string | undefined) => void
}

/** The path from the root to the open folder. */
export function FolderPath({ path, onOpenAll, onOpen }: Props) {
  return (
    <nav aria-label="Folders" className={classes.path}>
      {onOpenAll && (
        <>
          <button type="button" className={classes.step} onClick={onOpenAll}>
            All zones
          </button>
          <IconChevronRight size="1rem" aria-hidden />
        </>
      )}
      <button
        type="button"
        className={classes.step}
        aria-current={path.length === 0 ? 'page' : undefined}
        onClick={() => onOpen(undefined)}
      >
        Root
      </button>
      {path.map(({ id, name }, at) => (
        <span key={id} style={{ display: 'contents' }}>
          <IconChevronRight size="1rem" aria-hidden />
          <button
            type="button"
            dir="auto"
            className={classes.step}
            aria-current={at === path.length - 1 ? 'page' : undefined}
            onClick={() => onOpen(id)}
          >
            {name}
          </button>
        </span>
      ))}
    </nav>
  )
}
