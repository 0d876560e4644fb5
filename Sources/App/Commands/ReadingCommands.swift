// The commands that change nothing. The database that `--db` names must exist for them.
extension AgendaCommand { var onlyReads: Bool { true } }
extension NextCommand { var onlyReads: Bool { true } }
extension CalendarCommand { var onlyReads: Bool { true } }
extension ReportCommand { var onlyReads: Bool { true } }
extension ListCommand { var onlyReads: Bool { true } }
extension SearchCommand { var onlyReads: Bool { true } }
extension TreeCommand { var onlyReads: Bool { true } }
extension ListsCommand.List { var onlyReads: Bool { true } }
extension ViewCommand.List { var onlyReads: Bool { true } }
extension ShowCommand { var onlyReads: Bool { true } }
extension MembersCommand.List { var onlyReads: Bool { true } }
extension ShareCommand.Links { var onlyReads: Bool { true } }
extension HistoryCommand { var onlyReads: Bool { true } }
extension ExportCommand { var onlyReads: Bool { true } }
extension StatsCommand { var onlyReads: Bool { true } }
extension UndoCommand { var onlyReads: Bool { arguments.show } }
extension RedoCommand { var onlyReads: Bool { arguments.show } }
extension TagCommand.List { var onlyReads: Bool { true } }
extension LocationCommand.List { var onlyReads: Bool { true } }
extension RemoteCommand.Status { var onlyReads: Bool { true } }
extension SyncCommand.Status { var onlyReads: Bool { true } }
extension SyncCommand.Name { var onlyReads: Bool { name == nil } }
extension SyncCommand.Conflicts { var onlyReads: Bool { takeBack.isEmpty && dismiss.isEmpty } }
