type Report = typeof process.report & { excludeNetwork: boolean }

/** How many files and sockets the system lets this process have open at once; infinitely many where it does not say. */
export function mostOpenFiles(): number {
  const report = process.report as Report
  const before = report.excludeNetwork
  // Looking up the names of addresses would take seconds.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  report.excludeNetwork = before
  const most = Number(userLimits?.open_files?.soft)
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most
}
