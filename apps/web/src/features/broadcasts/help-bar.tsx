import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { OwnCall } from '@muster/contract/broadcasts.ts'
import { IconLifebuoy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatClock } from '../../lib/format-time.ts'
import { paths } from '../../lib/paths.ts'
import { CallByName } from '../../ui/people/call-link.tsx'
import { helpStatusText, positionText } from '../../ui/people/help-words.ts'
import classes from './help-bar.module.css'

export function HelpBar({ call: { broadcastId, title, at, help, position } }: { call: OwnCall }) {
  const clock = formatClock(new Date(at), new Date())
  return (
    <section className={classes.bar} data-no-print aria-label={t`Your call for help: ${title}`}>
      <div className={classes.words} role="status">
        <Text component="h2" size="md" fw={600} c="var(--m-danger)">
          <IconLifebuoy size="1.25rem" aria-hidden /> <Trans>You asked for help at {clock}</Trans>
        </Text>
        <Text>{helpStatusText(help)}</Text>
        <Text>{positionText(position)}</Text>
      </div>
      <Group gap="xs">
        {help.contacts.map(({ name, phone }) => (
          <CallByName key={`${name} ${phone}`} name={name} phone={phone} />
        ))}
        <Button
          renderRoot={props => <Link {...props} to={paths.broadcasts} search={{ broadcast: broadcastId }} />}
          variant="default"
          mih={48}
        >
          {t`Change answer`}
        </Button>
      </Group>
    </section>
  )
}
