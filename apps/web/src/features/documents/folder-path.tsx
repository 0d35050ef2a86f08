import { t } from '@lingui/core/macro'
import { Flex, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import classes from './documents.module.css'

type Props = {
  path: readonly { id: string; name: string }[]
  /** Opens the files of all zones; undefined if there is no such page above the root. */
  onOpenAll?: (() => void) | undefined
  /** Opens a folder; undefined means the root. */
  onOpen: (folderId: string | undefined) => void
}

export function FolderPath({ path, onOpenAll, onOpen }: Props) {
  return (
    <Flex aria-label={t`Folders`} component="nav" wrap="wrap" align="center" gap={4} mb="xs" mih="44px">
      {onOpenAll && (
        <>
          <UnstyledButton type="button" className={classes.step} fz="sm" onClick={onOpenAll}>
            {t`All zones`}
          </UnstyledButton>
          <IconChevronRight className="points" size="1rem" aria-hidden />
        </>
      )}
      <UnstyledButton
        type="button"
        className={classes.step}
        fz="sm"
        aria-current={path.length === 0 ? 'page' : undefined}
        onClick={() => onOpen(undefined)}
      >
        {t`Root`}
      </UnstyledButton>
      {path.map(({ id, name }, index) => (
        <span key={id} style={{ display: 'contents' }}>
          <IconChevronRight className="points" size="1rem" aria-hidden />
          <UnstyledButton
            type="button"
            dir="auto"
            className={classes.step}
            fz="sm"
            aria-current={index === path.length - 1 ? 'page' : undefined}
            onClick={() => onOpen(id)}
          >
            {name}
          </UnstyledButton>
        </span>
      ))}
    </Flex>
  )
}
