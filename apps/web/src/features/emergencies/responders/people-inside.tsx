import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import type { PersonInside } from '@muster/contract/responders.ts'
import { toShownName } from '../../../lib/shown-name.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { CallLink } from '../../../ui/people/call-link.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { InsideWithTag } from '../person-parts.tsx'
import classes from './responders.module.css'

export const PeopleInside = ({ people }: { people: readonly PersonInside[] }) =>
  people.length === 0 ? null : (
    <Stack gap="sm">
      <Text component="h2" fw={600}>
        <Trans>Inside with teams</Trans>
      </Text>
      <ul className={classes.people} aria-label={t`Inside with teams`}>
        {people.map(person => (
          <li key={person.id}>
            <Panel p="sm">
              <Group justify="space-between" gap="sm">
                <Stack gap={2} flex="1 1 14rem" miw={0}>
                  <Group gap="xs">
                    <Text fw={600} size="md">
                      <Name>{toShownName(person.name)}</Name>
                    </Text>
                    <InsideWithTag insideWith={person} />
                  </Group>
                  <Text size="sm" c="dimmed" dir="auto">
                    {person.zoneName}
                  </Text>
                  {person.phone !== '' && (
                    <Text size="sm" dir="ltr" ta="start">
                      {person.phone}
                    </Text>
                  )}
                </Stack>
                <CallLink name={toShownName(person.name)} phone={person.phone} />
              </Group>
            </Panel>
          </li>
        ))}
      </ul>
    </Stack>
  )
