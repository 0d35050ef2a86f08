import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../layout/panel.tsx'

type Props = {
  /** False if the form does not show a draft; nothing is rendered then. */
  isRestored: boolean
  onDiscard: () => void
  /** How to continue, if there is more to do than that. */
  children?: ReactNode
}

/** Tells the person that the form shows a draft, and offers to discard it. */
export const DraftNotice = ({ isRestored, onDiscard, children = t`Continue where you left off.` }: Props) =>
  isRestored && (
    <FormNotice title={t`Draft restored`} act={t`Discard draft`} onAct={onDiscard}>
      {children}
    </FormNotice>
  )

/** The same in one line, below a single field. */
export const DraftLine = ({ isRestored, onDiscard }: Omit<Props, 'children'>) =>
  isRestored && (
    <Group gap="xs" role="status">
      <Text size="xs" c="dimmed">
        {t`Draft restored`}
      </Text>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onDiscard}>
        {t`Discard draft`}
      </Button>
    </Group>
  )

type NoticeProps = { title: string; act: string; onAct: () => void; children: ReactNode }

/** A notice above the fields of a form, with one action. */
export const FormNotice = ({ title, act, onAct, children }: NoticeProps) => (
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
