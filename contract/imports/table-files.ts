/** The ends of the names of files that are read as tables; what a file holds decides. */
export const tableFiles = '.csv,.txt,.tsv,.tab,.xlsx,.xlsm,.xlsb,.xls,.ods,.xml,.htm,.html'
