import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Group, Text, VisuallyHidden } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { isOverdue, isUnsettled } from '@muster/domain/hazard.ts'
import {
  IconClock,
  IconClockExclamation,
  IconPhotoOff,
  IconUser,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { renewLinks } from '../../lib/renew-links.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { Name } from '../../ui/people/name.tsx'
import { useRenewedPicture } from '../../ui/states/use-renewed-picture.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { AttachmentCount } from './attachment-count.tsx'
import classes from './hazards.module.css'
import { StatusTag } from './status-tag.tsx'

type Props = {
  hazard: Hazard
  /** Shows the zone, if hazards of several zones are listed together. */
  showZone: boolean
  isOpen: boolean
  onOpen: () => void
  isSelected: boolean
  /** Undefined for people who may not manage hazards. */
  onSelect: (() => void) | undefined
  onAssign: (() => void) | undefined
}

/** A card for a hazard in the list. A click anywhere opens its details; managers can also select and assign it here. */
export function HazardCard(props: Props) {
  const { hazard, showZone, isOpen, onOpen, isSelected, onSelect, onAssign } = props
  const { title, description, severity, status, reportedBy, assignee, dueAt, attachments, thumbnailUrl } =
    hazard
  const opensDetails = useOpensDetails(isOpen)
  const hasChanged = useChanged(status)
  const isPastDue = isOverdue(status, dueAt, useNow())
  return (
    <Panel
      component="article"
      h="100%"
      className={`${classes.card} ${tint.tint}`}
      data-changed={hasChanged || undefined}
      data-overdue={isPastDue || undefined}
      data-selected={isSelected || undefined}
      onClick={openFromCard}
    >
      <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
        <Group gap={6} miw={0}>
          {onSelect && (
            <Checkbox
              // A target of 44 px that takes no more room than the box.
              m="-12px"
              aria-label={t`Select ${title}`}
              checked={isSelected}
              onChange={onSelect}
              styles={{
                body: { justifyContent: 'center', alignItems: 'center', minWidth: 44, minHeight: 44 },
              }}
            />
          )}
          <LevelBadge level={severity} />
          <StatusTag status={status} />
          {isPastDue && (
            <Tag tone="danger" icon={IconClockExclamation}>
              {t`Overdue`}
            </Tag>
          )}
        </Group>
        {thumbnailUrl && <Thumbnail url={thumbnailUrl} />}
      </Group>
      <h2 dir="auto">{title}</h2>
      {description !== title && (
        <Text c="dimmed" lineClamp={2} dir="auto">
          {description}
        </Text>
      )}
      <Group gap="2px 12px" fz="xs" c="dimmed" mt="auto">
        <span>
          <Name>{reportedBy.name}</Name> · <RelativeTime at={hazard.createdAt} />
          {showZone && (
            <>
              {' '}
              · <Name>{hazard.zoneName}</Name>
            </>
          )}
        </span>
        {assignee ? (
          <span>
            <IconUser size="0.875rem" aria-hidden />
            <VisuallyHidden> {t`Assigned to`}</VisuallyHidden> <Name>{assignee.name}</Name>
          </span>
        ) : (
          isUnsettled(status) && (
            <span>
              <IconUserOff size="0.875rem" aria-hidden /> {t`Unassigned`}
            </span>
          )
        )}
        {dueAt && isUnsettled(status) && (
          <Text span inherit {...(isPastDue && { c: 'var(--m-danger)', fw: 600 })}>
            <IconClock size="0.875rem" aria-hidden />{' '}
            {isPastDue ? (
              <Trans>
                Was due <RelativeTime at={dueAt} />
              </Trans>
            ) : (
              <Trans>
                Due <RelativeTime at={dueAt} form="coming" />
              </Trans>
            )}
          </Text>
        )}
        {attachments > 0 && <AttachmentCount count={attachments} />}
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={onOpen} aria-label={t`View Details of ${title}`} {...opensDetails}>
          {t`View Details`}
        </Button>
        {onAssign && (
          <Button
            variant="subtle"
            color="gray"
            icon={IconUserCheck}
            aria-label={assignee ? t`Reassign ${title}` : t`Assign ${title}`}
            onClick={onAssign}
          >
            {assignee ? t`Reassign` : t`Assign`}
          </Button>
        )}
      </Group>
    </Panel>
  )
}

/** Opens the details on a click anywhere in the card, except on a control or after its text was selected. */
function openFromCard({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (!(target instanceof Element) || target.closest('button, input, label')) return
  const selection = getSelection()
  if (selection?.isCollapsed === false && selection.containsNode(currentTarget, true)) return
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens-details]')
  opener?.focus()
  opener?.click()
}

/** A thumbnail whose expired link triggers a refetch of the list, which brings fresh links for all pictures. */
function Thumbnail({ url }: { url: string }) {
  const client = useQueryClient()
  const picture = useRenewedPicture(url, () => renewLinks(client, url))
  if (picture.isFailed) return <IconPhotoOff size="1.5rem" stroke={1.6} aria-hidden />
  return (
    <img
      key={picture.attempt}
      {...picture.media}
      onLoad={picture.onLoaded}
      className={classes.thumbnail}
      alt=""
      loading="lazy"
    />
  )
}
