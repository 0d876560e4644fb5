import TodoKit

extension TodoError.Remedy {
    /// The remedy as a command to type. The library knows no commands or options.
    var advice: String {
        switch name {
        case "restore": "Bring that back with: todo restore \(ShellWord.quoted(subject ?? ""))"
        case "restore-newest": "\(words) `todo restore` brings it back."
        case "examine": "`todo doctor` says more."
        case "repair": "`todo doctor --repair` repairs it."
        case "start-again":
            subject.map {
                """
                Start again; what the database lacks comes back with: todo export --db \(ShellWord.quoted($0)) | \
                todo import - --format json
                """
            } ?? "Start again."
        case "salvage": "`todo doctor --repair` saves the readable content in a new file."
        case "salvage-if-damaged":
            "If it is a damaged database, `todo doctor --repair` saves its readable content in a new file."
        case "repeat-again": "`todo edit --repeat` makes it come again."
        case "add-place":
            "`todo location list` shows all places, and `todo location add` adds one."
        case "create-list": "`--create` makes it; `todo lists` shows all lists."
        case "keep-list": "`todo share keep LIST` makes it a list of your own."
        case "forget-list": "`todo share forget LIST` deletes it here."
        case "set-up-remote": "Set one up with: todo remote set URL"
        case "go-on-there":
            """
            If they are there already, because it is the same server at another address or you return to it, use \
            --moved.
            """
        case "merge-remotes":
            "To merge them with the to-dos of this remote, use --merge."
        case "name-authority": "If it is your own, name its authority with --ca-file."
        case "check-user":
            """
            Or these to-dos are not of the user whom `todo remote` shows: name the one who signs in with: todo remote set URL \
            --user ID.
            """
        case "allow-clear-text": "With --allow-http everything is sent unencrypted."
        case "name-format": "If it is, say so with --format \(subject ?? "")."
        case "force": "With --force \(subject ?? "")."
        default: words
        }
    }
}
