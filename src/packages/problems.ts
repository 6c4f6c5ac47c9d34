/** What is wrong with a file, and where; `line` counts from 1. */
export interface Problem {
  file: string;
  line: number;
  message: string;
}
