import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Flex, Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Name } from '../../ui/people/name.tsx'
import classes from './import-people.module.css'
import type { PersonToImport, RefusedRow } from './import-people.ts'

const maxListed = 100

/** The preview of an import: the people to create, and the rejected rows with their reasons. */
export function PeoplePreview({
  people,
  refused,
}: {
  people: readonly PersonToImport[]
  refused: readonly RefusedRow[]
}) {
  const [showsAll, setShowsAll] = useState(false)
  const limit = showsAll ? Number.POSITIVE_INFINITY : maxListed
  const count = people.length
  const leftOut = refused.length
  const total = formatCount(count + leftOut)
  return (
    <>
      <p role="status">
        {leftOut === 0 ? (
          <Plural value={count} one="# user to create." other="# users to create." />
        ) : (
          <Trans>
            <Plural value={count} one="# user" other="# users" /> to create,{' '}
            <Plural value={leftOut} one="# row" other="# rows" /> left out.
          </Trans>
        )}{' '}
        <Trans>Each person gets an invitation by email.</Trans>
      </p>
      {refused.length > 0 && (
        <Paper component="ul" withBorder mah={260} style={{ overflowY: 'auto' }} aria-label={t`Skipped rows`}>
          {refused.slice(0, limit).map(row => (
            <LeftOutRow key={row.line} {...row} />
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
          {people.slice(0, limit).map(({ line, form }) => (
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
      {!showsAll && Math.max(people.length, refused.length) > maxListed && (
        <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
          <Trans>Show all {total}</Trans>
        </Button>
      )}
    </>
  )
}

function LeftOutRow({ line, name, why }: RefusedRow) {
  const lineNumber = formatCount(line)
  return (
    <li className={classes.row}>
      <IconAlertTriangle size="1.125rem" aria-hidden color="var(--m-uncertain)" />
      <span>
        <Trans>
          Line {lineNumber}, <Name className={classes.name}>{name}</Name>: {why}
        </Trans>
      </span>
    </li>
  )
}
