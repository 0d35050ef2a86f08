import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { Document } from '@muster/contract/documents.ts'
import { IconBook2 } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ReadingTag } from './reading-tag.tsx'
import { useConfirmReading, useIsConfirmationQueued } from './use-confirm-reading.ts'

type Props = {
  document: Document
  /** True once the content is shown or was downloaded: nothing can be confirmed before. */
  hasOpened: boolean
}

/** The end of an opened document: people who were asked to read it confirm it here. */
export function ReadingEnd({ document, hasOpened }: Props) {
  const confirm = useConfirmReading(document)
  const isQueued = useIsConfirmationQueued(document.id)
  if (!document.reading) return null
  if (document.reading.mine !== 'asked' || isQueued)
    return (
      <Group>
        <ReadingTag document={document} />
      </Group>
    )
  return (
    <Group gap="xs">
      <Button icon={IconBook2} onClick={() => confirm.mutate()} disabled={!hasOpened || confirm.isPending}>
        {confirm.isPending ? t`Confirming…` : t`I’ve read it`}
      </Button>
      {!hasOpened && (
        <Text size="xs" c="dimmed">
          {t`You can confirm once the file is open.`}
        </Text>
      )}
    </Group>
  )
}
