import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconUserEdit, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import type { SkippedRow } from '../../lib/import-file.ts'
import { language } from '../../lib/language.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ImportRows, SkippedRows } from '../imports/public.ts'
import {
  changesText,
  type ImportResult,
  listRoleChanges,
  type PersonToImport,
  type RoleChange,
} from './import-people.ts'

const maxListed = 100
const maxListedRoles = 20

type PersonWithChanges = PersonToImport & Pick<ImportResult, 'changes' | 'roles'>

type Props = {
  people: readonly PersonWithChanges[]
  changed: readonly PersonWithChanges[]
  unchangedCount: number
  refused: readonly SkippedRow[]
}

/** The preview of an import: the people to create and to change, and the rejected rows with their reasons. */
export function PeoplePreview({ people, changed, unchangedCount, refused }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const limit = showsAll ? Number.POSITIVE_INFINITY : maxListed
  const total = formatCount(people.length + changed.length + refused.length)
  return (
    <>
      <p role="status">
        <Counts
          newCount={people.length}
          changedCount={changed.length}
          unchangedCount={unchangedCount}
          refusedCount={refused.length}
        />
      </p>
      <SkippedRows rows={refused.slice(0, limit)} />
      {people.length > 0 && (
        <ImportRows label={t`Users to create`}>
          {people.slice(0, limit).map(({ line, form, roles }) => (
            <PersonRow
              key={line}
              form={form}
              Icon={IconUserPlus}
              roleChanges={listRoleChanges(roles, undefined)}
            >
              <RoleBadge role={form.role ?? 'app_user'} />
            </PersonRow>
          ))}
        </ImportRows>
      )}
      {changed.length > 0 && (
        <ImportRows label={t`Users to change`}>
          {changed.slice(0, limit).map(({ line, form, changes, roles }) => (
            <PersonRow
              key={line}
              form={form}
              Icon={IconUserEdit}
              changes={changesText(changes)}
              roleChanges={listRoleChanges(roles, form.role)}
            />
          ))}
        </ImportRows>
      )}
      {!showsAll && Math.max(people.length, changed.length, refused.length) > maxListed && (
        <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
          <Trans>Show all {total}</Trans>
        </Button>
      )}
    </>
  )
}

type CountsProps = Record<'newCount' | 'changedCount' | 'unchangedCount' | 'refusedCount', number>

/** How many rows do what; counts of 0 are left out. */
function Counts({ newCount, changedCount, unchangedCount, refusedCount }: CountsProps) {
  const counts = [
    newCount > 0 && plural(newCount, { one: '# user to create', other: '# users to create' }),
    changedCount > 0 && plural(changedCount, { one: '# user to change', other: '# users to change' }),
    unchangedCount > 0 && plural(unchangedCount, { one: '# user unchanged', other: '# users unchanged' }),
    refusedCount > 0 && plural(refusedCount, { one: '# row skipped', other: '# rows skipped' }),
  ].filter(it => it !== false)
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(counts)
  return (
    <>
      {list}. {newCount > 0 && t`Each new user gets an invitation by email.`}
    </>
  )
}

type RowProps = Pick<PersonToImport, 'form'> & {
  Icon: typeof IconUserPlus
  changes?: string
  roleChanges?: readonly RoleChange[]
  children?: ReactNode
}

function PersonRow({ form, Icon, changes, roleChanges = [], children }: RowProps) {
  const hiddenCount = roleChanges.length - maxListedRoles
  return (
    <li>
      <Icon size="1.125rem" aria-hidden />
      <Flex component="span" direction="column" miw={0} flex={1}>
        <Text span inherit fw={600}>
          <Name>{`${form.firstName} ${form.lastName}`}</Name>
        </Text>
        <Text span inherit c="dimmed">
          {form.email}
        </Text>
        {changes && (
          <span>
            <Trans>Changes: {changes}</Trans>
          </span>
        )}
        {roleChanges.slice(0, maxListedRoles).map(({ text, isRaised }) => (
          <Group key={text} component="span" gap={6} wrap="nowrap" align="flex-start">
            <Text span inherit fw={isRaised ? 600 : undefined}>
              {text}
            </Text>
            {isRaised && <Tag tone="caution" icon={IconAlertTriangle}>{t`More rights`}</Tag>}
          </Group>
        ))}
        {hiddenCount > 0 && (
          <span>{plural(hiddenCount, { one: '# more change', other: '# more changes' })}</span>
        )}
      </Flex>
      {children}
    </li>
  )
}
