import { Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Panel } from '../../ui/layout/panel.tsx'

type Props = { title: string; text?: ReactNode; children: ReactNode }

/** One section of the settings: title, explanation and controls. */
export function SettingsCard({ title, text, children }: Props) {
  const titleId = useId()
  return (
    <Panel component="section" gap="md" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {text && (
          <Text c="dimmed" mt={2} maw="60ch">
            {text}
          </Text>
        )}
      </div>
      {children}
    </Panel>
  )
}
