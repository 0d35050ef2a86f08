import { Anchor } from '@mantine/core'
import { can } from '@muster/domain/permission.ts'
import type { Role } from '@muster/domain/role.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { comingFeatures } from './coming-features.ts'
import classes from './dashboard.module.css'

/** The lists of what this version does not have yet, saying so: an empty list would say that there is nothing. */
export function ComingLists({ role }: { role: Role }) {
  const shown = comingFeatures.filter(({ needs }) => can(role, needs))
  if (shown.length === 0) return null
  return (
    <div className={classes.lists}>
      {shown.map(feature => (
        <ComingList key={feature.list} {...feature} />
      ))}
    </div>
  )
}

type Coming = (typeof comingFeatures)[number]

function ComingList({ name, list, icon: Icon, to }: Coming) {
  const headingId = useId()
  return (
    <section className={classes.card} aria-labelledby={headingId}>
      <div className={classes.row}>
        <Icon size="1.25rem" stroke={1.8} aria-hidden />
        <h2 id={headingId} className={`${classes.heading} ${classes.grow}`}>
          {list}
        </h2>
        <Anchor component={Link} to={to} className={classes.viewAll} aria-label={`View All ${list}`}>
          View All
        </Anchor>
      </div>
      <p className={classes.quiet}>{name} are not available yet in this version of Muster.</p>
    </section>
  )
}
