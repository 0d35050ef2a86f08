import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/layout/panel.tsx'

type Props = { file: string; onDiscard: () => void }

/** Tells the user that the form was restored from a draft, and offers to discard the draft. */
export const DraftNotice = ({ file, onDiscard }: Props) => (
  <Notice title={t`Draft restored`} act={t`Discard draft`} onAct={onDiscard}>
    {file
      ? t`Continue where you left off. Choose the file “${file}” again.`
      : t`Continue where you left off.`}
  </Notice>
)

/** Offers the draft of the selected zone if the form already contains text from another zone. */
export const OtherDraftNotice = ({ onOpen }: { onOpen: () => void }) => (
  <Notice title={t`This zone has another draft`} act={t`Open that draft`} onAct={onOpen}>
    <Trans>It’s kept until you open it. Your text here is kept too.</Trans>
  </Notice>
)

type NoticeProps = { title: string; act: string; onAct: () => void; children: ReactNode }

function Notice({ title, act, onAct, children }: NoticeProps) {
  return (
    <Panel p="sm" bg="var(--m-ground)" role="status">
      <Group justify="space-between" gap="xs">
        <div>
          <strong>{title}</strong>
          <Text size="xs" c="dimmed">
            {children}
          </Text>
        </div>
        <Button variant="default" onClick={onAct}>
          {act}
        </Button>
      </Group>
    </Panel>
  )
}
