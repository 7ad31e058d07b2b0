/** What one test file took: seconds of the processor in its worker and in the processes that it started, seconds of wall. */
export interface FileTimes {
  file: string;
  own: number;
  children: number;
  wall: number;
  /** Resident in the worker at the end of the file; what files before it left is among them. */
  megabytes: number;
  /** The most that was resident in the worker while the file ran. */
  peak: number;
}
