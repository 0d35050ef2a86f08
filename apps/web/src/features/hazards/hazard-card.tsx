import { Button } from '@mantine/core'
import type { Hazard } from '@muster/contract/hazards.ts'
import { isOverdue, isUnsettled } from '@muster/domain/hazard.ts'
import {
  IconClock,
  IconClockExclamation,
  IconPaperclip,
  IconPhotoOff,
  IconUser,
  IconUserOff,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { renewLinks } from '../../lib/renew-links.ts'
import { LevelBadge } from '../../ui/badges/level-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { useOpensDetails } from '../../ui/dialogs/detail-rows.ts'
import tint from '../../ui/live/live-tint.module.css'
import { useChanged } from '../../ui/live/use-changed.ts'
import { Name } from '../../ui/people/name.tsx'
import { useRenewedPicture } from '../../ui/states/use-renewed-picture.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import classes from './hazards.module.css'
import { StatusTag } from './status-tag.tsx'

type Props = {
  hazard: Hazard
  /** Where the hazards of several zones stand together. */
  showZone: boolean
  isOpen: boolean
  onOpen: () => void
}

/** A hazard among others: what is wrong, how bad it is, how far it has come, and who looks after it. */
export function HazardCard({ hazard, showZone, isOpen, onOpen }: Props) {
  const { title, description, severity, status, reportedBy, assignee, dueAt, attachments, thumbnailUrl } =
    hazard
  const opens = useOpensDetails(isOpen)
  const changed = useChanged(status)
  const overdue = isOverdue(status, dueAt, useNow())
  return (
    <article
      className={`${classes.card} ${tint.tint}`}
      data-changed={changed || undefined}
      data-overdue={overdue || undefined}
    >
      <div className={classes.head}>
        <div className={classes.badges}>
          <LevelBadge level={severity} />
          <StatusTag status={status} />
          {overdue && (
            <Tag tone="danger" icon={IconClockExclamation}>
              Overdue
            </Tag>
          )}
        </div>
        {thumbnailUrl && <Thumbnail url={thumbnailUrl} />}
      </div>
      <h2 className={classes.title} dir="auto">
        {title}
      </h2>
      <p className={classes.description} dir="auto">
        {description}
      </p>
      <div className={classes.foot}>
        <span className={classes.quiet}>
          <Name>{reportedBy.name}</Name> · <RelativeTime at={hazard.createdAt} />
          {showZone && (
            <>
              {' '}
              · <Name>{hazard.zoneName}</Name>
            </>
          )}
        </span>
        {assignee ? (
          <span className={classes.quiet}>
            <IconUser size="0.875rem" aria-hidden />
            <span className={classes.hidden}> Assigned to</span> <Name>{assignee.name}</Name>
          </span>
        ) : (
          isUnsettled(status) && (
            <span className={classes.quiet}>
              <IconUserOff size="0.875rem" aria-hidden /> Unassigned
            </span>
          )
        )}
        {dueAt && isUnsettled(status) && (
          <span className={`${classes.quiet} ${classes.due}`} data-overdue={overdue || undefined}>
            <IconClock size="0.875rem" aria-hidden /> {overdue ? 'Was due ' : 'Due '}
            <RelativeTime at={dueAt} form={overdue ? 'ago' : 'coming'} />
          </span>
        )}
        {attachments > 0 && (
          <span className={classes.quiet}>
            <IconPaperclip size="0.875rem" aria-hidden /> {attachments}
            <span className={classes.hidden}> {attachments === 1 ? 'attachment' : 'attachments'}</span>
          </span>
        )}
      </div>
      <Button
        className={classes.view}
        variant="default"
        onClick={onOpen}
        aria-label={`View Details of ${title}`}
        {...opens}
      >
        View Details
      </Button>
    </article>
  )
}

/** An expired link has the list refetched, which brings fresh links for all of its pictures. */
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
