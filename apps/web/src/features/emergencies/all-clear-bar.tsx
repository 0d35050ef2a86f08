import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CloseButton, Group, Text } from '@mantine/core'
import type { OwnAllClear } from '@muster/contract/emergencies.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { formatClock } from '../../lib/format-time.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { CallByName } from '../../ui/people/call-link.tsx'
import { Name } from '../../ui/people/name.tsx'
import classes from './emergency-frame.module.css'

type Props = { allClear: OwnAllClear; onDismiss: () => void }

/** The all clear, on every page of those who were called, until they dismiss it. Whoever still needs help is asked. */
export function AllClearBar({ allClear, onDismiss }: Props) {
  const { zoneName, drill, allClearAt, needsHelp, declaredBy, phone } = allClear
  const clock = formatClock(new Date(allClearAt), new Date())
  return (
    <section className={classes.allClear} data-help={needsHelp || undefined} aria-label={t`All clear`}>
      <div className={classes.words} role="status">
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size="1.25rem" color="var(--m-inside)" style={{ flex: 'none' }} aria-hidden />
          {drill && (
            <Tag tone="yellow">
              <Trans>Drill</Trans>
            </Tag>
          )}
          <Text fw={600} flex="none">{t`All clear ${clock}`}</Text>
          {zoneName !== null && (
            <Text c="dimmed" truncate className={classes.zone}>
              <Name>{zoneName}</Name>
            </Text>
          )}
        </Group>
        {needsHelp && (
          <Text fw={600} mt={4}>
            {t`You asked for help, and nobody has marked you as safe. Do you still need help?`}
            {phone === '' && ` ${t`Then call a manager or the emergency services.`}`}
          </Text>
        )}
      </div>
      {needsHelp ? (
        <Group gap="xs">
          {phone !== '' && <CallByName name={declaredBy} phone={phone} />}
          <Button variant="default" mih={48} onClick={onDismiss}>
            <Trans>No, I’m fine</Trans>
          </Button>
        </Group>
      ) : (
        <CloseButton size={44} iconSize="1.25rem" aria-label={t`Dismiss message`} onClick={onDismiss} />
      )}
    </section>
  )
}
