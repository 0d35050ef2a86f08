import { Flex, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Panel } from '../../ui/layout/panel.tsx'

type Props = {
  title: string
  text?: ReactNode
  /** The button of the section, beside its title. */
  action?: ReactNode
  children?: ReactNode
}

export function PlanSection({ title, text, action, children }: Props) {
  const titleId = useId()
  return (
    <Panel component="section" gap="md" aria-labelledby={titleId}>
      <Flex wrap="wrap" align="flex-start" justify="space-between" gap="sm">
        <div>
          <h2 id={titleId}>{title}</h2>
          {text && (
            <Text c="dimmed" mt={2} maw="60ch">
              {text}
            </Text>
          )}
        </div>
        {action}
      </Flex>
      {children}
    </Panel>
  )
}
