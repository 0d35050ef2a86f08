import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Card, Group, Text } from '@mantine/core'
import type { Badge } from '@muster/contract/badges.ts'
import { IconDotsVertical, IconEdit, IconId, IconLogin2, IconLogout2, IconUnlink } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { readFilters } from '../../lib/search-props.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialogs } from '../../ui/dialogs/use-dialogs.ts'
import { FilterToggle } from '../../ui/forms/filter-toggle.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Menu } from '../../ui/layout/menu.tsx'
import { offerAll } from '../../ui/layout/selection-bar.tsx'
import { Name } from '../../ui/people/name.tsx'
import { SelectBox } from '../../ui/people/select-box.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AssignBadgeDialog } from './assign-badge-dialog.tsx'
import { badgeHolderName } from './badge-words.ts'
import type { BadgesProps } from './badges-search.ts'
import { DismissNumbers } from './dismiss-numbers.tsx'
import type { useBadges } from './use-badges.ts'

type Props = BadgesProps & {
  zone: { id: string }
  badges: ReturnType<typeof useBadges>
  onAdd: () => void
}

export function BadgeList({ zone, badges: { list, total, unknown = 0 }, onAdd, ...address }: Props) {
  const { search, onSearch } = address
  const dialogs = useDialogs<'assign' | 'unassign', Badge>()
  const edited = dialogs.about
  const name = edited ? badgeHolderName(edited) : ''
  const [selectedNumbers, setSelectedNumbers] = useState<ReadonlySet<string>>(new Set())
  const isSelecting = search.only === 'unknown'
  const rows = (isSelecting && list.rows) || []
  const selected = rows.filter(it => it.name === null && selectedNumbers.has(it.number))
  const isAllSelected = selected.length > 0 && selected.length === rows.length
  const selectNone = () => setSelectedNumbers(new Set())
  return (
    <>
      {unknown > 0 && (
        // As high as the box that selects all, so that the list does not move.
        <Group mih={44}>
          <FilterToggle
            label={plural(unknown, { one: '# unknown number', other: '# unknown numbers' })}
            pressed={search.only === 'unknown'}
            onToggle={pressed => onSearch({ only: pressed ? 'unknown' : undefined }, { replace: true })}
          />
          {rows.length > 0 && (
            <SelectBox
              label={t`Select all`}
              checked={isAllSelected}
              indeterminate={selected.length > 0 && !isAllSelected}
              onToggle={() =>
                isAllSelected ? selectNone() : setSelectedNumbers(new Set(rows.map(it => it.number)))
              }
            >
              {t`Select all`}
            </SelectBox>
          )}
        </Group>
      )}
      <List
        list={list}
        total={total}
        label={t`Badges`}
        getKey={it => it.number}
        estimate={76}
        failure={t`Failed to load badges`}
        filters={readFilters(address, 'q', 'only')}
        emptyTexts={[t`No badges match`]}
        empty={
          <EmptyState
            icon={IconId}
            title={t`No badges yet`}
            text={t`Badges count people as inside when a reader or turnstile sees them. Add a reader, then assign badges to members, contractors and visitors.`}
          >
            <Button variant="default" onClick={onAdd}>
              {t`Assign badge`}
            </Button>
          </EmptyState>
        }
      >
        {badge => (
          <BadgeCard
            badge={badge}
            {...(isSelecting && {
              selection: {
                isSelected: selectedNumbers.has(badge.number),
                onToggle: () => setSelectedNumbers(numbers => toggle(numbers, badge.number)),
              },
            })}
            onAssign={() => dialogs.open('assign', badge)}
            onUnassign={() => dialogs.open('unassign', badge)}
          />
        )}
      </List>
      <DismissNumbers
        zoneId={zone.id}
        selected={selected.map(it => it.number)}
        total={unknown}
        all={offerAll(
          { ...list, rows },
          { ids: selectedNumbers, select: numbers => setSelectedNumbers(new Set(numbers)) },
          { getKey: it => it.number, total },
        )}
        onNone={selectNone}
      />
      {edited && (
        <>
          <AssignBadgeDialog
            key={edited.number}
            zoneId={zone.id}
            badge={edited}
            {...dialogs.props('assign')}
          />
          <ConfirmDialog
            {...dialogs.props('unassign')}
            title={t`Take the badge from ${name}?`}
            confirmLabel={t`Take badge back`}
            workingLabel={t`Saving…`}
            onConfirm={() => ignoreMissing(api.badges.unassign({ zoneId: zone.id, number: edited.number }))}
            done={t`Badge taken back`}
            invalidates={[orpc.badges.key()]}
            failure={t`The badge couldn’t be taken back. Try again.`}
          >
            <Trans>
              Its number counts as unknown from now on, also if the person is inside. Earlier visits keep the
              name.
            </Trans>
          </ConfirmDialog>
        </>
      )}
    </>
  )
}

function toggle(numbers: ReadonlySet<string>, number: string): ReadonlySet<string> {
  const toggled = new Set(numbers)
  if (!toggled.delete(number)) toggled.add(number)
  return toggled
}

type CardProps = {
  badge: Badge
  selection?: { isSelected: boolean; onToggle: () => void }
  onAssign: () => void
  onUnassign: () => void
}

function BadgeCard({ badge, selection, onAssign, onUnassign }: CardProps) {
  const { number, company, last } = badge
  const name = badgeHolderName(badge)
  const isKnown = badge.name !== null
  return (
    <Card p="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {selection && !isKnown && (
          <SelectBox label={t`Select ${name}`} checked={selection.isSelected} onToggle={selection.onToggle} />
        )}
        <Box miw={0} flex={1}>
          <Group gap="4px 8px">
            <Text fw={600} miw={0}>
              <Name>{name}</Name>
            </Text>
          </Group>
          <Group gap="2px 10px" c="dimmed" fz="xs">
            {isKnown && <span>{number}</span>}
            {company !== '' && <span dir="auto">{company}</span>}
            <LastRead last={last} />
          </Group>
        </Box>
        {isKnown ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon icon={IconDotsVertical} size={44} aria-label={t`More options for ${name}`} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item icon={IconEdit} onClick={onAssign}>
                {t`Change holder`}
              </Menu.Item>
              <Menu.Item color="red" icon={IconUnlink} onClick={onUnassign}>
                {t`Take badge back`}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Button variant="default" onClick={onAssign} aria-label={t`Assign badge ${number}`}>
            {t`Assign`}
          </Button>
        )}
      </Group>
    </Card>
  )
}

function LastRead({ last }: Pick<Badge, 'last'>) {
  if (!last) return t`Never read`
  const LastIcon = last.direction === 'in' ? IconLogin2 : IconLogout2
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <LastIcon size="0.875rem" aria-hidden />
      <span>
        {last.direction === 'in' ? t`In` : t`Out`} <RelativeTime at={last.at} />
        {last.reader !== '' && (
          <>
            {' · '}
            <span dir="auto">{last.reader}</span>
          </>
        )}
      </span>
    </Group>
  )
}
