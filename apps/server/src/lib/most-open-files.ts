type Report = typeof process.report & { excludeNetwork: boolean }

/** The system's limit for files and sockets that this process may have open; Infinity when unknown. */
export function mostOpenFiles(): number {
  const report = process.report as Report
  const before = report.excludeNetwork
  // Resolving the names of addresses would take seconds.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  report.excludeNetwork = before
  const most = Number(userLimits?.open_files?.soft)
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most
}
