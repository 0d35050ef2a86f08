import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Name } from '../../ui/people/name.tsx'
import classes from './import-people.module.css'
import type { PersonToImport, RefusedRow } from './import-people.ts'

export const peopleWords = (count: number) => (count === 1 ? t`1 user` : t`${formatCount(count)} users`)

const mostListed = 100

/** The preview of an import: the people to create, and the rejected rows with their reasons. */
export function FoundPeople({
  people,
  refused,
}: {
  people: readonly PersonToImport[]
  refused: readonly RefusedRow[]
}) {
  const [all, setAll] = useState(false)
  const most = all ? Number.POSITIVE_INFINITY : mostListed
  return (
    <>
      <p role="status">
        {peopleWords(people.length)} to create
        {refused.length > 0 &&
          `, ${formatCount(refused.length)} ${refused.length === 1 ? 'row' : 'rows'} left out`}
        . Each is mailed an invitation.
      </p>
      {refused.length > 0 && (
        <Paper
          component="ul"
          withBorder
          mah={260}
          style={{ overflowY: 'auto' }}
          aria-label={t`Rows left out`}
        >
          {refused.slice(0, most).map(({ line, name, why }) => (
            <li key={line} className={classes.row}>
              <IconAlertTriangle size="1.125rem" aria-hidden color="var(--m-uncertain)" />
              <span>
                <Trans>
                  Line {formatCount(line)}, <Name className={classes.name}>{name}</Name>: {why}
                </Trans>
              </span>
            </li>
          ))}
        </Paper>
      )}
      {people.length > 0 && (
        <Paper
          component="ul"
          withBorder
          mah={260}
          style={{ overflowY: 'auto' }}
          aria-label={t`Users to create`}
        >
          {people.slice(0, most).map(({ line, form }) => (
            <li key={line} className={classes.row}>
              <IconUserPlus size="1.125rem" aria-hidden />
              <Flex component="span" direction="column" miw={0} flex={1}>
                <Name className={classes.name}>{`${form.firstName} ${form.lastName}`}</Name>
                <Text span inherit c="dimmed">
                  {form.email}
                </Text>
              </Flex>
              <RoleBadge role={form.role ?? 'app_user'} />
            </li>
          ))}
        </Paper>
      )}
      {!all && Math.max(people.length, refused.length) > mostListed && (
        <Button variant="subtle" color="gray" onClick={() => setAll(true)}>
          <Trans>Show all {formatCount(people.length + refused.length)}</Trans>
        </Button>
      )}
    </>
  )
}
