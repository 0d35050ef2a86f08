type Report = typeof process.report & { excludeNetwork: boolean }

/** The process's limit of open files and sockets; infinity if the system reports none. */
export function mostOpenFiles(): number {
  const report = process.report as Report
  const before = report.excludeNetwork
  // Reverse DNS lookups would take seconds.
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
  report.excludeNetwork = before
  const most = Number(userLimits?.open_files?.soft)
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most
}
